"""Where assignments that were handed out before the course had a package of its own find their check."""

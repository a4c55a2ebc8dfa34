"""What every chapter is made of: equations, derivations, exercises, figures, explorers. It knows no chapter."""

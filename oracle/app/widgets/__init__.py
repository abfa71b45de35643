"""The pieces of the main screen, one a module. None of them knows the library or the pipeline."""

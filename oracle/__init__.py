"""Question → retrieval → prompt → Claude → verified answer: the `oracle` command and the app."""

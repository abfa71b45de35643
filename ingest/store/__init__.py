"""What is published: files, catalogue, vectors, and the one moment in which a revision becomes current."""

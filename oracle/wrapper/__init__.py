"""A key that can only ask questions: the forced command on the machine, what it lets through, putting it there."""

"""`oracle ingest`: put rulebooks on the shelf, look at them, take them off.

Owns the commands' options and reports. Every module here is light: what is heavy is imported inside the functions
that need it. Writes only through the `Screen` of its context; the program that mounts the group turns errors into
sentences and exit codes.
"""

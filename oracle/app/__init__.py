"""The Textual app that opens when `oracle` is typed alone.

Owns screens, widgets and keys. It refuses to own any step of answering: it calls `oracle.ask` from a worker
thread, reads pages through the library, and shows what comes back.
"""

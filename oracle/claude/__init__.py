"""Claude Code on a machine: how it is started, spoken to, listened to and stopped."""

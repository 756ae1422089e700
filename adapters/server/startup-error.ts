// Why the program will not start: one line for the person who starts it.

export class StartupError extends Error {}

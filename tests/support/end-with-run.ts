/** In a process that runs tests: it ends as soon as the run that started it does, also when that is killed. */
const key = Symbol.for('ends with its run')
const flags = globalThis as { [key]?: true }

// This module runs again for each test file of the process.
if (!flags[key]) process.once('disconnect', () => process.exit(1))
flags[key] = true

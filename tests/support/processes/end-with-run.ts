/** Loaded in test worker processes: ends the process together with the test run, also when that is killed. */
const key = Symbol.for('ends with its run')
const flags = globalThis as { [key]?: true }

// This module runs again for each test file of the process.
if (!flags[key]) process.once('disconnect', () => process.exit(1))
flags[key] = true

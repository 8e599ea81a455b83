import fc from 'fast-check'

/**
 * Property tests use the same cases in every run, so that a failure is caused by the change; `FUZZ_SEED=random` (or a
 * number) uses others. fast-check prints the seed of a failure.
 */
const seedText = process.env.FUZZ_SEED ?? '20261121'
if (seedText !== 'random') fc.configureGlobal({ seed: Number(seedText) })

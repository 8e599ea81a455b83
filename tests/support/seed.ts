import fc from 'fast-check'

/**
 * Property tests draw the same cases in every run, so that a red run is the change's doing; `FUZZ_SEED=random` (or a
 * number) draws others. fast-check prints the seed of whatever fails.
 */
const seedText = process.env.FUZZ_SEED ?? '20261121'
if (seedText !== 'random') fc.configureGlobal({ seed: Number(seedText) })

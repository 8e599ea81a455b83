/**
 * Advisory lock that serialises writers of the catalogue across processes: exchanges never interleave within a batch.
 */
export const writerLock = 611_001

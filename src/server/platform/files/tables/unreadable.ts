/** A file that holds no table we can read; the message is Russian and says what the buyer may do. */
export class Unreadable extends Error {}

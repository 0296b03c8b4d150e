/** How passwords are hashed while tests run, and how often they were. */
export const hashing = { isCheap: true, count: 0 };

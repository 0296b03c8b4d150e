/** Cost of hashing passwords in tests, and the number of hashes. */
export const hashing = { isCheap: true, count: 0 };

/** ISO 8601 UTC text in every row, on both databases. */
export type Timestamp = string;

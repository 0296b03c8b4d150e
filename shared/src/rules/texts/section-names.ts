/** Separate from the contract, because a project's page does not load the schemas. */
export const MAX_SECTION_NAME_LENGTH = 100;

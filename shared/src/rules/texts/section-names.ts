/** Most characters in the name of a section. Apart from the contract, since a project's page does not load the schemas. */
export const MAX_SECTION_NAME_LENGTH = 100;

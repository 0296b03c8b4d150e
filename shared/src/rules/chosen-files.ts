/** Files that one archive of chosen files has at most; their ids fit an address beside the cookies. */
export const MAX_CHOSEN_FILES = 500;

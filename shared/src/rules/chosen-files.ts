/** Most chosen files of an archive; their ids fit an address beside the cookies. */
export const MAX_CHOSEN_FILES = 500;

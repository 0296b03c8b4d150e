/** A picture belongs to a milestone or version if named, else to the project's own description. */
export type TextParent = { project_id: number; milestone_id: number | null; version_id: number | null };

export type PictureRow = {
  id: number;
  project_id: number | null;
  milestone_id: number | null;
  version_id: number | null;
  storage_key: string;
  size_bytes: number;
  media_type: string;
};

export const PICTURE_COLUMNS = [
  'id',
  'project_id',
  'milestone_id',
  'version_id',
  'storage_key',
  'size_bytes',
  'media_type',
] as const;

export type StoredPicture = Pick<PictureRow, 'id' | 'storage_key' | 'size_bytes' | 'media_type'>;

/** A description ready to be stored. `pictures` stand in it; of these `added` are new and in no text yet. */
export type PreparedText = { html: string; pictures: number[]; added: number[] };

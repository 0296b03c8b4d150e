/** Characters of a file's name, written out here because only forms load the schemas. */
const MAX_FILE_NAME_LENGTH = 255;

/** Folders of dropped files, outermost first; files from a file dialog carry their own path. */
const droppedIn = new WeakMap<File, readonly string[]>();

export function noteFolders(file: File, folders: readonly string[]): File {
  droppedIn.set(file, folders);
  return file;
}

type ByFolder = { loose: File[]; folders: [name: string, files: File[]][] };

/** Files by the folder that becomes their section, below one common folder; deeper folders go into the file names. */
export function byFolder(files: readonly File[]): ByFolder {
  const located = files.map((file) => ({ file, folders: foldersOf(file) }));
  const [root] = located[0]?.folders ?? [];
  const isRoot =
    root !== undefined &&
    located.every(({ folders }) => folders[0] === root) &&
    located.some(({ folders }) => folders.length > 1);
  const loose: File[] = [];
  const found = new Map<string, File[]>();
  for (const { file, folders } of located) {
    const [folder, ...deeper] = isRoot ? folders.slice(1) : folders;
    const others = folder === undefined ? loose : (found.get(folder) ?? []);
    others.push(withFolders(file, deeper));
    if (folder !== undefined) found.set(folder, others);
  }
  return { loose, folders: Array.from(found) };
}

function foldersOf(file: File): readonly string[] {
  // Not every browser has the path.
  const path = 'webkitRelativePath' in file ? file.webkitRelativePath : '';
  return droppedIn.get(file) ?? path.split('/').slice(0, -1);
}

/** The same bytes under a longer name; they are read from the disk as before. */
function withFolders(file: File, folders: readonly string[]): File {
  const name = [...folders, file.name].join(' - ');
  if (folders.length === 0 || name.length > MAX_FILE_NAME_LENGTH) return file;
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}

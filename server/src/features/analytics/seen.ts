import type { Played, Seen } from '@vitrin/shared/contract/figures/looks.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { notePlay } from '../deliveries/service.ts';
import { recordEvent } from '../events/service.ts';
import { getVisibleFile } from '../files/service.ts';
import { getVisibleLink } from '../links/service.ts';
import { requireVisibleProject } from '../projects/access.ts';
import { requireVisibleVersion } from '../versions/access.ts';

/** Counts a look that a client reports; throws NotFoundError when the user may not see the thing. */
export async function recordSeen(context: Context, user: CurrentUser, { kind, id }: Seen): Promise<void> {
  recordEvent(context, user, { kind, ...(await SUBJECTS[kind](context, user, id)) });
}

/** Keeps how much of a film or a sound a client has played; throws NotFoundError when the user may not see the file. */
export async function recordPlayed(
  context: Context,
  user: CurrentUser,
  { id, percent }: Played,
  userAgent: string | undefined,
): Promise<void> {
  const { owner_id, project_id, version_id } = await getVisibleFile(context, user, id);
  await notePlay(context, user, { id, owner_id, project_id, version_id }, { percent, userAgent });
}

type Subject = {
  owner_id: number;
  project_id: number;
  version_id?: number;
  file_id?: number;
  link_id?: number;
};

const SUBJECTS: Record<Seen['kind'], (context: Context, user: CurrentUser, id: number) => Promise<Subject>> =
  {
    async project_opened({ db }, user, id) {
      const { owner_id } = await requireVisibleProject(db, user, id);
      return { owner_id, project_id: id };
    },
    async version_opened(context, user, id) {
      const { owner_id, project_id } = await requireVisibleVersion(context, user, id);
      return { owner_id, project_id, version_id: id };
    },
    async file_previewed(context, user, id) {
      const { owner_id, project_id, version_id } = await getVisibleFile(context, user, id);
      return { owner_id, project_id, version_id, file_id: id };
    },
    async link_opened(context, user, id) {
      const { owner_id, project_id, version_id } = await getVisibleLink(context, user, id);
      return { owner_id, project_id, version_id, link_id: id };
    },
  };

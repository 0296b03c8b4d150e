import type { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentSession, CurrentUser } from '../../../current/current-user.ts';
import { isCopyVisible } from '../offline/offline-queries.ts';
import { onlookerOf } from '../../projects/access.ts';
import { findVisibleFile, findVisibleVersion, isSessionAlive, isTokenAlive } from '../queries.ts';

/** Access is checked this often, so that its end is noticed well within a minute. */
const CHECK_MILLISECONDS = 20_000;

/** A download is a file, a version's files, a copy of a project with these versions, or the reader's own data. */
type Access = { user: CurrentUser; session: CurrentSession | null } & (
  | { file_id: number }
  | { version_id: number }
  | { project_id: number; version_ids: readonly number[] }
  | { isOwn: true }
);

export type Transfers = {
  watch: (access: Access, body: Readable) => void;
  check: () => Promise<void>;
  start: () => void;
  stop: () => void;
};

/** Keeps the downloads of this process; each is cut when its reader loses the project or the session ends. */
export function createTransfers(context: Context): Transfers {
  const running = new Map<Readable, Access>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const answers = new Map<string, Promise<boolean>>();
    for (const [body, access] of running) {
      const key = keyOf(access);
      const allowed = answers.get(key) ?? isAllowed(context, access);
      answers.set(key, allowed);
      if (!(await allowed)) body.destroy(new Error('The right to these bytes has ended'));
    }
  };

  return {
    watch(access, body) {
      running.set(body, access);
      body.once('close', () => running.delete(body));
    },
    check,
    start() {
      timer = setInterval(() => {
        check().catch((error: unknown) =>
          context.log.error({ err: error }, 'Transfers could not be checked'),
        );
      }, CHECK_MILLISECONDS).unref();
    },
    stop: () => clearInterval(timer),
  };
}

function keyOf({ user, session, ...thing }: Access): string {
  return JSON.stringify([user.id, session?.id, session?.token?.id, thing]);
}

async function isAllowed(context: Context, access: Access): Promise<boolean> {
  const { db } = context;
  const { user, session } = access;
  if (!session || !(await isAlive(context, session))) return false;
  if ('project_id' in access) return isCopyVisible(db, onlookerOf(user, context), access);
  if ('isOwn' in access) return true;
  const seen =
    'file_id' in access
      ? await findVisibleFile(db, { ...user, now: timestampOf(context) }, access.file_id)
      : await findVisibleVersion(db, onlookerOf(user, context), access.version_id);
  return seen !== undefined;
}

function isAlive(context: Context, { id, token }: CurrentSession): Promise<boolean> {
  const now = timestampOf(context);
  return token ? isTokenAlive(context.db, token.id, now) : isSessionAlive(context.db, id, now);
}

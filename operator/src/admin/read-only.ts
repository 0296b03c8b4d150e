import { storeNameOf } from '@vitrin/server/adapters/storage/store-name.ts';
import { readInstallation } from '@vitrin/server/database/read-only/state.ts';
import { makeOpen, makeReadOnly } from '@vitrin/server/database/read-only/switch.ts';
import { readOnlyReason } from '@vitrin/server/database/read-only/watch.ts';
import { BadRequestError } from '@vitrin/server/errors.ts';
import { type AdminContext, type Answer, type Command, readOptions, requireNoMore } from './command.ts';

const usage = [
  'read-only                     says whether writes are let through',
  'read-only on                  refuses all writes until it is off; what is there can be seen and downloaded',
  'read-only off                 lets them through again; --despite-move also where it has moved elsewhere',
];

/** Reports if the installation is read-only. */
export const readOnly: Command = {
  usage,
  async run(context, words) {
    requireNoMore(words);
    return writeState(context);
  },
};

/** Makes the installation read only, for work on the machine. */
export const readOnlyOn: Command = {
  usage,
  async run(context, words) {
    requireNoMore(words);
    const { db, log } = context;
    const state = await readInstallation(db);
    if (state?.state === 'moving' || state?.state === 'moved') return writeState(context);
    await makeReadOnly(db, {
      state: 'read-only',
      move: state?.move ?? null,
      moved_to: state?.moved_to ?? null,
    });
    log.info({ by: 'admin' }, 'The installation is read only');
    return writeState(context);
  },
};

/** Lets writes through again. */
export const readOnlyOff: Command = {
  usage,
  async run(context, words) {
    const { values, positionals } = readOptions(words, { 'despite-move': { type: 'boolean' } });
    requireNoMore(positionals);
    const { db, log, config } = context;
    const reason = readOnlyReason(await readInstallation(db), storeNameOf(config));
    if (reason !== undefined && reason !== 'maintenance' && values['despite-move'] !== true)
      throw new BadRequestError('errors.move_in_the_way');
    await makeOpen(db, values['despite-move'] === true ? { files_in: null } : {});
    log.info({ by: 'admin' }, 'The installation takes writes again');
    return writeState(context);
  },
};

async function writeState({ db, config }: AdminContext): Promise<Answer> {
  const state = await readInstallation(db);
  const reason = readOnlyReason(state, storeNameOf(config)) ?? 'open';
  const since = state?.since ?? null;
  const text = {
    open: 'Writes are let through.',
    maintenance: `Read only since ${since}: everything can be seen and downloaded, nothing changed. "read-only off" ends it.`,
    move: `Read only since ${since}, while it moves to ${state?.moved_to ?? 'another place'}: npm run move goes on with it.`,
    moved: `Moved on ${since} to ${state?.moved_to ?? 'another place'}: it is read only here.`,
  }[reason];
  return { text, json: { state: reason, since, moved_to: state?.moved_to ?? null } };
}

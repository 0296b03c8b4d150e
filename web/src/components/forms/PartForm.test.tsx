import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_DESCRIPTION_LENGTH } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { expect, test } from 'vitest';
import { MilestoneForm } from '../../features/milestones/MilestoneForm.tsx';
import { ProjectForm } from '../../features/projects/ProjectForm.tsx';
import { VersionForm } from '../../features/versions/VersionForm.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { MILESTONE, PROJECT, VERSION } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';

/** Longer than descriptions may be today. */
const LONG = `<p>${'y'.repeat(MAX_DESCRIPTION_LENGTH + 1)}</p>`;
const EDITED = { description: LONG, edited_at: PROJECT.edited_at };

const onClose = () => {};

test.each([
  [
    'project',
    'Name',
    'PUT /api/projects/1/',
    <ProjectForm key="form" project={{ ...PROJECT, ...EDITED }} onClose={onClose} />,
  ],
  [
    'milestone',
    'Name',
    'PATCH /api/milestones/1/',
    <MilestoneForm
      key="form"
      projectId={1}
      count={1}
      milestone={{ ...MILESTONE, ...EDITED }}
      onClose={onClose}
    />,
  ],
  [
    'version',
    'Version number',
    'PUT /api/versions/3/',
    <VersionForm
      key="form"
      projectId={1}
      suggestion="2"
      version={{ ...VERSION, ...EDITED, version_number: '1' }}
      onCreated={onClose}
      onClose={onClose}
    />,
  ],
])(
  'a %s whose text is older than the limit of texts is renamed without it',
  async (_what, label, address, form) => {
    const requests = fakeServer({
      'GET /api/users/': { body: { count: 0, next: null, previous: null, results: [] } },
      [address]: { body: {} },
    });
    await renderScreen(form);
    await userEvent.type(screen.getByLabelText(label), '2{Enter}');
    const saved = () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]).toMatchObject({ edited_at: PROJECT.edited_at });
    expect(saved()[0]).not.toHaveProperty('description');
  },
);

import { beforeEach } from 'vitest';
import { forgetErrors, keptErrors } from '../logged-errors.ts';

// An answer of 500 says nothing of its cause, so a test that fails prints what the server logged meanwhile.
beforeEach(({ onTestFailed }) => {
  forgetErrors();
  onTestFailed(() => {
    const errors = keptErrors();
    if (errors !== '') console.error(errors);
  });
});

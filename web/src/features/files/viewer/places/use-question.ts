import { useQuery } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Place } from '@vitrin/shared/contract/places.ts';
import { useParams } from 'react-router';
import { contactWays } from '../../../../components/contact-ways.ts';
import { useFormat } from '../../../../components/use-format.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useCurrentUser, useSignedInUser } from '../../../auth/api.ts';
import { allCustomersQuery } from '../../../customers/api.ts';
import { projectQuery } from '../../../projects/api.ts';
import { VERSION_PARAMETER } from '../../use-open-file.ts';
import { addressOfPlace } from './place-address.ts';
import { questionAboutFiles, questionText } from './question.ts';

/** Ways to write to the other side of a project about a place, with everything but the question written out. */
export type Question = {
  /** The other side's. */
  name: string;
  mail: string | undefined;
  whatsApp: string | undefined;
  /** For the share sheet. */
  text: string;
};

/** A project, its version and the person who writes, for the text of a question. */
type About = { isFreelancer: boolean; project: string; version: string };

/** Ways to ask about a place in a file. */
export function useQuestion(file: ProjectFile, place: Place): Question | undefined {
  const { t } = useTranslation();
  const describe = usePlaceInWords();
  return useQuestionOf(file.version, ({ isFreelancer, ...parts }) =>
    questionText({
      ...parts,
      opening: t(isFreelancer ? 'places.openingByFreelancer' : 'places.openingByClient'),
      file: file.name,
      place: describe(place),
      link: addressOfPlace(location.href, place),
    }),
  );
}

/** Ways to ask about several files of a version, with a link to it. */
export function useQuestionAboutFiles(
  versionId: number,
  files: readonly ProjectFile[],
): Question | undefined {
  const { t } = useTranslation();
  const count = files.length;
  return useQuestionOf(versionId, ({ isFreelancer, ...parts }) =>
    questionAboutFiles({
      ...parts,
      opening: t(isFreelancer ? 'places.openingOfFilesByFreelancer' : 'places.openingOfFilesByClient', {
        count,
      }),
      names: files.map(({ name }) => name),
      more: (left) => t('places.moreFiles', { count: left }),
      link: `${location.origin}${location.pathname}?${VERSION_PARAMETER}=${versionId}`,
    }),
  );
}

/**
 * Message of a client to the freelancer's contact, or of a freelancer to the invited address; undefined without a
 * recipient.
 */
function useQuestionOf(versionId: number, write: (about: About) => string): Question | undefined {
  const { t } = useTranslation();
  const { isFreelancer } = useSignedInUser();
  const face = useCurrentUser()?.face;
  const { data: project } = useQuery(projectQuery(Number(useParams()['id'])));
  const isWriting = isFreelancer && typeof project?.customer_id === 'number';
  const { data: customers } = useQuery({ ...allCustomersQuery, enabled: isWriting });
  const version = project?.versions.find(({ id }) => id === versionId);
  if (!project || !version) return undefined;
  const name = isFreelancer ? project.customer : (face?.name ?? project.freelancer);
  if (name === null) return undefined;

  const versionName = t('versions.name', { number: version.version_number });
  const text = write({ isFreelancer, project: project.name, version: versionName });
  const invited = customers?.find(({ id }) => id === project.customer_id)?.invitation?.email;
  const contact = isFreelancer ? invited : face?.contact;
  const { mail, whatsApp } = contact ? contactWays(contact) : {};
  const body = encodeURIComponent(text);
  const subject = encodeURIComponent(`${project.name}: ${versionName}`);
  const mailTo = mail ?? (isFreelancer ? 'mailto:' : undefined);
  const messageTo = whatsApp ?? (isFreelancer ? 'https://wa.me/' : undefined);
  return {
    name,
    mail: mailTo && `${mailTo}?subject=${subject}&body=${body.replaceAll('%0A', '%0D%0A')}`,
    whatsApp: messageTo && `${messageTo}?text=${body}`,
    text,
  };
}

/** "page 3, a marked point"; empty for a file as a whole. */
export function usePlaceInWords(): (place: Place) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ t: moment, page, at, line }) =>
    [
      moment !== undefined && t('places.atMoment', { time: clock(moment) }),
      page !== undefined && t('places.onPage', { page: format.number(page) }),
      line !== undefined && t('places.inLine', { line: format.number(line) }),
      at !== undefined && t('places.atPoint'),
    ]
      .filter(Boolean)
      .join(', ');
}

/** 75400 -> "1:15", 3675000 -> "1:01:15" */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...others] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':');
}

import { API_BASE } from '../../../lib/api-client.ts';

/** Address of a project as a folder for offline use, as it is at the given time; without one, when it is asked for. */
export function offlineUrl(projectId: number, takenAt?: Date): string {
  const taken = takenAt ? `&taken=${takenAt.toISOString()}` : '';
  return `${API_BASE}/projects/${projectId}/offline/?download=1${taken}`;
}

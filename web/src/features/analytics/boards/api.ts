import { type QueryKey, queryOptions, useMutation } from '@tanstack/react-query';
import type {
  Board,
  BoardHead,
  Card,
  CardInput,
  UpdateBoard,
} from '@vitrin/shared/contract/figures/boards.ts';
import { api } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

const BOARDS = '/analytics/boards/';
const KEY = ['analytics', 'boards'];

export const boardsQuery = queryOptions({
  queryKey: [...KEY, 'all'],
  queryFn: async ({ signal }) => (await api<{ results: BoardHead[] }>(BOARDS, { signal })).results,
});

/** A board with its cards, under a plan that has boards. */
export const boardQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => api<Board>(`${BOARDS}${id}/`, { signal }),
  });

/** Saves of boards follow one another: each is sent once the one before is answered. */
const SAVE = { mutationKey: ['save', ...KEY], scope: { id: 'boards' } };

/** Reloads after the last of several saves: an earlier reload would undo on the screen those still under way. */
const reloadAfterLast = () =>
  queryClient.isMutating({ mutationKey: SAVE.mutationKey }) === 1
    ? queryClient.invalidateQueries({ queryKey: KEY })
    : undefined;

export function useCreateBoard() {
  return useMutation({
    ...SAVE,
    mutationFn: (body: { name: string; cards?: CardInput[] }) => api<Board>(BOARDS, { method: 'POST', body }),
    onSettled: reloadAfterLast,
  });
}

export function useAddCard() {
  return useMutation({
    ...SAVE,
    mutationFn: ({ board, card }: { board: number; card: CardInput }) =>
      api<Board>(`${BOARDS}${board}/cards/`, { method: 'POST', body: card }),
    onSettled: reloadAfterLast,
  });
}

export function useUpdateBoard(id: number) {
  return useMutation({
    ...SAVE,
    mutationFn: (body: UpdateBoard) => patchBoard(id, body),
    onSettled: reloadAfterLast,
  });
}

export function useDeleteBoard() {
  return useMutation({
    ...SAVE,
    mutationFn: (id: number) => api<void>(`${BOARDS}${id}/`, { method: 'DELETE' }),
    onSettled: reloadAfterLast,
  });
}

/** Mails a board now, as the saves before have left it. */
export function useMailBoard(id: number) {
  return useMutation({
    scope: SAVE.scope,
    mutationFn: () => api<void>(`${BOARDS}${id}/mail/`, { method: 'POST' }),
  });
}

/** Moves a board to a place, from 0; shown at once, and reverted when the server refuses. */
export function useMoveBoard() {
  return useShownAtOnce({
    queryKey: boardsQuery.queryKey,
    apply: (boards: BoardHead[], { id, to }: { id: number; to: number }) =>
      withMoved(boards, id, to).map((board, index) => ({ ...board, order: index + 1 })),
    send: ({ id, to }) => patchBoard(id, { order: to + 1 }),
  });
}

/** Changes the list of a board's cards; shown at once, and reverted when the server refuses. */
export function useChangeCards(id: number) {
  return useShownAtOnce({
    queryKey: boardQuery(id).queryKey,
    apply: (board: Board, change: (cards: Card[]) => Card[]) => ({ ...board, cards: change(board.cards) }),
    // The list as it is shown by now has every change so far.
    send: (_change, board) => patchBoard(id, { cards: board?.cards.map(toInput) }),
  });
}

/** Things in their order, the one with this id at a place from 0. */
export function withMoved<Thing extends { id: number }>(things: Thing[], id: number, to: number): Thing[] {
  const others = things.filter((thing) => thing.id !== id);
  return others.toSpliced(to, 0, ...things.filter((thing) => thing.id === id));
}

/** A card that is not stored yet has an id below 0. */
function toInput({ id, title, query, range, from, to }: Card): NonNullable<UpdateBoard['cards']>[number] {
  return { ...(id > 0 && { id }), title, query, range, from, to };
}

type Change<Shown, Input> = {
  queryKey: QueryKey;
  apply: (shown: Shown, input: Input) => Shown;
  send: (input: Input, shown: Shown | undefined) => Promise<Board>;
};

function useShownAtOnce<Shown, Input>({ queryKey, apply, send }: Change<Shown, Input>) {
  return useMutation({
    ...SAVE,
    mutationFn: (input: Input) => send(input, queryClient.getQueryData<Shown>(queryKey)),
    onMutate: async (input: Input) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Shown>(queryKey);
      if (before) queryClient.setQueryData<Shown>(queryKey, apply(before, input));
      return { before };
    },
    onError: (_error, _input, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
    },
    onSettled: reloadAfterLast,
  });
}

function patchBoard(id: number, body: UpdateBoard): Promise<Board> {
  return api<Board>(`${BOARDS}${id}/`, { method: 'PATCH', body });
}

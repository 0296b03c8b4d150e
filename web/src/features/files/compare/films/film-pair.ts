/** Part of a film element that keeping two in step needs. */
export type Film = Pick<
  HTMLVideoElement,
  'currentTime' | 'duration' | 'playbackRate' | 'readyState' | 'play' | 'pause'
>;

/** Seconds that two films may be apart unseen: half a frame at 25 frames a second. */
const IN_STEP = 0.02;
/** Seconds: further apart than this, the film that is behind jumps instead of hurrying. */
const FAR = 0.3;
/** By how much a film that is behind plays faster, so that it catches up within two seconds. */
const HURRY = 0.15;
/** Value of `readyState` with frames for now and for a moment more. */
const HAS_FUTURE = 3;

/** Two films under one control. The longer one has the time that both follow; the shorter stands at its end. */
export function createFilmPair(one: Film, other: Film) {
  const [leader, follower] = lengthOf(other) > lengthOf(one) ? [other, one] : [one, other];
  let isWanted = false;
  /** Paused, since the other one waits for its frames. */
  let held: Film | undefined;

  const isOver = () => leader.currentTime >= lengthOf(follower);
  const align = () => {
    follower.playbackRate = 1;
    follower.currentTime = Math.min(leader.currentTime, lengthOf(follower));
  };
  const start = async (film: Film) => {
    if (film !== follower || !isOver()) await film.play();
  };

  return {
    length: lengthOf(leader),
    time: () => leader.currentTime,
    isLeader: (film: Film) => film === leader,
    async play(): Promise<void> {
      isWanted = true;
      if (leader.currentTime >= lengthOf(leader)) leader.currentTime = 0;
      align();
      await Promise.all([start(leader), start(follower)]);
    },
    pause(): void {
      isWanted = false;
      held = undefined;
      leader.pause();
      follower.pause();
      align();
    },
    async seek(seconds: number): Promise<void> {
      leader.currentTime = Math.min(lengthOf(leader), Math.max(0, seconds));
      align();
      // A film that had ended plays on with the other one.
      if (isWanted && held === undefined) await start(follower);
    },
    /** Called for each frame of the leader: moves the follower closer to it. */
    step(): void {
      if (!isWanted || isOver()) return;
      const behind = leader.currentTime - follower.currentTime;
      if (Math.abs(behind) > FAR) align();
      else if (Math.abs(behind) > IN_STEP) follower.playbackRate = 1 + Math.sign(behind) * HURRY;
      else follower.playbackRate = 1;
    },
    /** One film waits for its frames: the other one waits with it. */
    wait(film: Film): void {
      if (!isWanted || held !== undefined || (film === follower && isOver())) return;
      held = film === leader ? follower : leader;
      held.pause();
    },
    /** The film has its frames again. */
    async proceed(film: Film): Promise<void> {
      const waiting = held;
      if (!isWanted || waiting === undefined || waiting === film || film.readyState < HAS_FUTURE) return;
      held = undefined;
      await start(waiting);
    },
  };
}

export type FilmPair = ReturnType<typeof createFilmPair>;

/** 0 until the film's head is loaded. */
function lengthOf({ duration }: Film): number {
  return Number.isFinite(duration) ? duration : 0;
}

import { CHUNK_BYTES, cleanFileName, kindOfName, MOST_FILE_BYTES, type FileErrorCode } from '../protocol.ts';
import { FetchStack } from './fetch-stack.ts';
import { SendFile, type Sending } from './send-file.ts';
import { browserStorage, UploadMemory, type RememberedUpload, type UploadStorage } from './upload-memory.ts';
import { browserShelf, claimInBrowser, type ClaimUpload, type UploadShelf } from './upload-shelf.ts';
import type { UploadFault, UploadState } from './upload-state.ts';

export interface UploaderOptions {
  /** Absolute URL, or relative to the page's origin. */
  readonly endpoint: string;
  /** User whose uploads are remembered. */
  readonly user: string;
  /** Called for each request, so that a renewed token is used at once. */
  readonly headers: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Maximum bytes of one file. */
  readonly most?: number;
  readonly chunkBytes?: number;
  readonly atOnce?: number;
  /** Milliseconds. */
  readonly retryDelays?: readonly number[];
  /** Null disables remembering uploads. */
  readonly storage?: UploadStorage | null;
  /** Null disables storing files: after a reload they must be chosen again. */
  readonly shelf?: UploadShelf | null;
  readonly claim?: ClaimUpload;
  readonly fetch?: typeof globalThis.fetch;
}

/** A file, or a blob with a name. */
export type NamedBlob = Blob & { readonly name: string; readonly lastModified?: number };

interface Job {
  readonly file: NamedBlob;
  state: UploadState;
  sender: SendFile | null;
  /** Upload URL on the server; null until it exists. */
  url: string | null;
  /** Releases the claim, so that other pages may continue it. */
  release: () => void;
}

const AT_ONCE = 2;
/** About a minute without a response; then the upload waits for the user. */
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** Uploads of a page: two at a time by default, the others queue. The UI renders `state()`. */
export class Uploader {
  private readonly jobs = new Map<string, Job>();
  private readonly listeners = new Set<() => void>();
  private readonly memory: UploadMemory;
  private readonly shelf: UploadShelf | null;
  private readonly claim: ClaimUpload;
  private readonly sending: Sending;
  /** Uploads claimed by other pages of this browser. */
  private elsewhere: ReadonlySet<string> = new Set();
  private isStopped = false;
  private shown: readonly UploadState[] = [];

  constructor(private readonly options: UploaderOptions) {
    const { storage = browserStorage(), fetch = globalThis.fetch.bind(globalThis) } = options;
    this.memory = new UploadMemory(options.user, storage);
    this.shelf = options.shelf === undefined ? browserShelf(options.user) : options.shelf;
    this.claim = options.claim ?? claimInBrowser;
    this.sending = {
      // tus resolves upload URLs against it.
      endpoint: new URL(options.endpoint, globalThis.location?.href).toString(),
      stack: new FetchStack(fetch, options.headers),
      chunkBytes: options.chunkBytes ?? CHUNK_BYTES,
      retryDelays: options.retryDelays ?? RETRY_DELAYS,
    };
  }

  /** In the order of adding; the same array until something changes. */
  readonly state = (): readonly UploadState[] => this.shown;

  /** Calls back after every change; returns the way to unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Uploads of earlier visits whose files the browser could not store: choosing the file again resumes it. */
  remembered(): readonly RememberedUpload[] {
    const here = new Set([...this.jobs.values()].map(({ state }) => placeOf(state)));
    return this.memory
      .all()
      .filter((entry) => !here.has(placeOf(entry)) && !this.elsewhere.has(placeOf(entry)));
  }

  /** Forgets a remembered upload; the server removes it when it expires. */
  forget({ name, target }: Pick<RememberedUpload, 'name' | 'target'>): void {
    this.memory.forgetNamed(name, target);
    this.changed();
  }

  /** Resumes uploads of earlier visits whose files are stored and not claimed by another page. */
  async restore(): Promise<void> {
    const kept = (await this.shelf?.all().catch(() => [])) ?? [];
    const elsewhere = new Set<string>();
    for (const { id, name, target, lastModified, isPaused, content } of kept) {
      if (this.isStopped) return;
      if (this.jobs.has(id)) continue;
      const release = await this.claim(id);
      if (release === null) elsewhere.add(placeOf({ name, target }));
      else if (this.isStopped) release();
      else {
        const file = new File([content], name, { lastModified });
        this.take(id, file, target, isPaused ? 'paused' : 'waiting', release);
      }
    }
    this.elsewhere = elsewhere;
    this.changed();
  }

  /** Adds files and returns their ids. Unacceptable files fail at once, with a code. */
  add(files: readonly NamedBlob[], target: string): readonly string[] {
    const ids = files.map((file) => {
      const id = crypto.randomUUID();
      const code = refusalOf(file, this.options.most ?? MOST_FILE_BYTES);
      const job = this.take(id, file, target, code === null ? 'waiting' : 'failed', () => undefined, code);
      if (code === null) void this.keep(job);
      return id;
    });
    this.changed();
    return ids;
  }

  private take(
    id: string,
    file: NamedBlob,
    target: string,
    status: UploadState['status'],
    release: () => void,
    code: string | null = null,
  ): Job {
    const told = { id, name: file.name, bytes: file.size, sent: 0, target };
    const state: UploadState = { ...told, status, code, message: null, answer: null };
    const job: Job = { file, state, sender: null, url: null, release };
    this.jobs.set(id, job);
    return job;
  }

  /** Stores the file for a reload; if the browser can't, only resuming after a reload is lost. */
  private async keep(job: Job): Promise<void> {
    const { shelf } = this;
    if (shelf === null) return;
    const { id, target, name } = job.state;
    const release = (await this.claim(id)) ?? (() => undefined);
    job.release = release;
    // The upload may have finished in the meantime.
    if (!this.isUnderWay(job)) return release();
    const { file } = job;
    const content = file.slice(0, file.size, file.type);
    const kept = { id, target, name, lastModified: file.lastModified ?? 0, isPaused: false, content };
    await shelf.put(kept).catch(() => undefined);
    if (!this.isUnderWay(job) && !this.isStopped) await this.unshelve(job);
  }

  private isUnderWay(job: Job): boolean {
    return this.jobs.get(job.state.id) === job && job.state.status !== 'done';
  }

  private async unshelve({ state, release }: Job): Promise<void> {
    await this.shelf?.remove(state.id).catch(() => undefined);
    release();
  }

  pause(id: string): void {
    const job = this.jobs.get(id);
    if (job?.state.status !== 'uploading' && job?.state.status !== 'waiting') return;
    // Aborting need not be awaited: `stop` suppresses all further events.
    void job.sender?.stop();
    void this.shelf?.pause(id, true).catch(() => undefined);
    this.set(job, { status: 'paused' });
  }

  /** False for files that this page itself refused: a retry would be refused again. */
  mayRetry(id: string): boolean {
    const job = this.jobs.get(id);
    return job !== undefined && refusalOf(job.file, this.options.most ?? MOST_FILE_BYTES) === null;
  }

  /** Resumes a paused or failed upload. */
  resume(id: string): void {
    const job = this.jobs.get(id);
    if (job?.state.status !== 'paused' && job?.state.status !== 'failed') return;
    if (!this.mayRetry(id)) return;
    job.sender = null;
    void this.shelf?.pause(id, false).catch(() => undefined);
    this.set(job, { status: 'waiting', code: null, message: null });
  }

  /** Removes an upload from the list and deletes the received bytes. A finished one is only removed from the list. */
  async cancel(id: string): Promise<void> {
    const job = this.jobs.get(id);
    if (!job) return;
    this.jobs.delete(id);
    void this.unshelve(job);
    if (job.state.status !== 'done') {
      const url = this.urlOf(job);
      this.memory.forget(job.file, job.state.target);
      const sender = job.sender ?? (url === null ? null : this.senderOf(job, url));
      this.changed();
      await sender?.cancel();
      return;
    }
    this.changed();
  }

  /** Stops all uploads without deleting anything: the page is left, or the user signs out. */
  async stop(): Promise<void> {
    this.isStopped = true;
    const jobs = [...this.jobs.values()];
    this.jobs.clear();
    this.changed();
    await Promise.all(jobs.map(({ sender }) => sender?.stop()));
    for (const { release } of jobs) release();
  }

  private startWaiting(): void {
    const jobs = [...this.jobs.values()];
    let busy = jobs.filter(({ state }) => state.status === 'uploading').length;
    for (const job of jobs) {
      if (busy >= (this.options.atOnce ?? AT_ONCE)) return;
      if (job.state.status !== 'waiting') continue;
      busy += 1;
      job.state = { ...job.state, status: 'uploading' };
      this.begin(job, this.urlOf(job));
    }
  }

  private urlOf({ url, file, state }: Job): string | null {
    return url ?? this.memory.find(file, state.target)?.url ?? null;
  }

  private begin(job: Job, url: string | null): void {
    job.sender = this.senderOf(job, url);
    job.sender.start();
  }

  private senderOf(job: Job, url: string | null): SendFile {
    const { file } = job;
    const { target } = job.state;
    return new SendFile(file, file.name, target, url, this.sending, {
      began: (at) => {
        job.url = at;
        this.memory.keep(file, target, at);
      },
      sent: (sent) => this.set(job, { sent }),
      done: (answer) => {
        this.memory.forget(file, target);
        void this.unshelve(job);
        this.set(job, { status: 'done', sent: file.size, answer });
      },
      failed: (fault) => this.failed(job, fault, url !== null),
    });
  }

  private failed(job: Job, { code, message, status }: UploadFault, isResumed: boolean): void {
    // A final refusal by the server; other failures can be resumed.
    const isOver = status >= 400 && status < 500 && ![401, 409, 423, 429].includes(status);
    if (isOver) {
      this.memory.forget(job.file, job.state.target);
      job.url = null;
    }
    if (isResumed && (status === 404 || status === 410)) {
      this.set(job, { sent: 0 });
      this.begin(job, null);
      return;
    }
    if (isOver) void this.unshelve(job);
    this.set(job, { status: 'failed', code, message });
  }

  private set(job: Job, change: Partial<UploadState>): void {
    job.state = { ...job.state, ...change };
    this.changed();
  }

  private changed(): void {
    this.startWaiting();
    this.shown = [...this.jobs.values()].map(({ state }) => state);
    for (const listener of this.listeners) listener();
  }
}

export const createUploader = (options: UploaderOptions): Uploader => new Uploader(options);

/** Key of an upload for the user: target and name. */
const placeOf = ({ name, target }: Pick<RememberedUpload, 'name' | 'target'>): string => `${target} ${name}`;

/** Reason for which the server would refuse the file at once. */
function refusalOf(file: NamedBlob, most: number): FileErrorCode | null {
  const name = cleanFileName(file.name);
  if (name === null) return 'file_name_invalid';
  if (kindOfName(name) === null) return 'file_type_refused';
  if (file.size === 0) return 'file_empty';
  return file.size > most ? 'file_too_large' : null;
}

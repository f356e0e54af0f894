import { memorySubject } from './archive-subject.fixture.ts';
import { specifyArchive } from './specify-archive.fixture.ts';

specifyArchive(memorySubject);

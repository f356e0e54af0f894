export { MentionsBell, type MentionsBellProps } from './mentions/mentions-bell.tsx';

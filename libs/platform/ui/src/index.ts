export { createChunk, fromChunk, latePart, useChunk, type Chunk } from './components/chunk.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './components/confirm-dialog.tsx';
export {
  ConnectionBadge,
  type ConnectionBadgeProps,
  type ConnectionState,
} from './components/connection-badge.tsx';
export { DateField, type DateFieldProps } from './components/days/date-field.tsx';
export {
  EmptyState,
  ErrorState,
  type EmptyStateProps,
  type ErrorStateProps,
} from './components/empty-state.tsx';
export {
  CrashReporterProvider,
  ErrorBoundary,
  type CrashReporter,
} from './components/errors/error-boundary.tsx';
export { errorText } from './components/errors/error-text.ts';
export {
  FLASH_STORAGE_KEY,
  leaveFlash,
  readFlashes,
  showFlashes,
  type FlashMessage,
} from './components/toasts/flash-messages.ts';
export { DialogFrame, type DialogFrameProps } from './components/dialog-frame.tsx';
export { DialogForm, type DialogFormProps } from './form/dialog-form.tsx';
export { forgetDrafts, readDraft, writeDraft } from './form/drafts.ts';
export { Failure } from './form/failure.tsx';
export { DiscardDialog, LeaveGuard } from './form/leave-guard.tsx';
export { useFaultFocus, type FaultFocus } from './form/use-fault-focus.ts';
export { openerNow, useReturnFocus } from './form/use-return-focus.ts';
export { useFormFault, type FormFault } from './components/errors/form-fault.ts';
export { FormatMenu, type FormatMenuProps } from './components/format-menu.tsx';
export { Facts, type Fact } from './components/facts.tsx';
export { FormMessage } from './components/errors/form-message.tsx';
export { failureText, useErrorText } from './components/errors/use-error-text.ts';
export {
  AvatarStack,
  PersonAvatar,
  type AvatarPerson,
  type AvatarStackProps,
  type PersonAvatarProps,
} from './components/person-avatar.tsx';
export { allottedColours, personColour } from './components/person-colour.ts';
export { ProgressBar, type ProgressBarProps } from './components/progress-bar.tsx';
export { gradeLevel, type GradeSense, type RiskLevel } from './components/risk-level.ts';
export { ScrollRegion } from './components/scroll-region.tsx';
export { Section, type SectionProps } from './components/section.tsx';
export { Shortcut } from './components/keys/shortcut.tsx';
export { saveFile } from './components/save-file.ts';
export { PageSkeleton, TableSkeleton, TreeSkeleton } from './components/skeletons.tsx';
export { StatusDot, type StatusDotProps, type StatusTone } from './components/status-dot.tsx';
export { FLASH_AUTO_CLOSE, notify, ToastHost, type NotifyOptions } from './components/toasts/toasts.tsx';
export { Toolbar, type ToolbarProps } from './components/toolbar.tsx';
export { undoKeyOf } from './components/keys/undo-key.ts';
export { useWhenIdle } from './components/use-when-idle.ts';
export { KeysHelp } from './palette/keys-help.tsx';
export { CommandPalette } from './palette/command-palette.tsx';
export { useCommands, type Command, type CommandGroup } from './palette/commands.ts';
export { useFileZone } from './components/use-file-zone.ts';
export { useSearchKey } from './components/keys/use-search-key.ts';
export { useAddressQuery, type ChangeQuery } from './provider/use-address-query.ts';
export { TimeZoneProvider, useTimeZone } from './provider/time-zone.ts';
export { UiProvider, type UiProviderProps } from './provider/ui-provider.tsx';
export { useFormat } from './provider/use-format.ts';
export { useIsPhone, useIsWide } from './provider/use-is-phone.ts';
export { Breadcrumb, PageHeader, type Crumb, type PageHeaderProps } from './shell/page-header.tsx';
export { PanelDock, type DockTab, type PanelDockProps } from './shell/panel-dock.tsx';
export { PanelSkeleton, SidePanel, type SidePanelProps } from './shell/side-panel.tsx';
export {
  HeaderEnd,
  HeaderEndHost,
  HeaderStart,
  HeaderStartHost,
  SkipHost,
  SkipLink,
  useBrowserTitle,
  usePageTitle,
  type BrowserTitle,
} from './shell/slots.tsx';
export { usePanelSize, type PanelSize } from './shell/use-panel-size.ts';
export { cssVariablesResolver, theme, TOOLTIP } from './theme/theme.ts';
export { token, type Token } from './theme/tokens.ts';
export { uiTranslations } from './translations.ts';
export {
  useWorkspace,
  WorkspaceProvider,
  type Workspace,
  type WorkspacePerson,
} from './workspace/workspace.tsx';
export {
  webContext,
  type MenuGroup,
  type PageModule,
  type ReadAhead,
  type WebContext,
  type WebPage,
} from './workspace/web-context.ts';
export { type Anchors } from './tree-view/drop-anchors.ts';
export { type DropPlace, type DropZone } from './tree-view/drop-place.ts';
export { ALL_LEVELS, openTo, setOpen, type Expansion } from './tree-view/expansion.ts';
export { type TreeRow } from './tree-view/shared-tree.ts';
export {
  TreeView,
  type TreeViewAnchor,
  type TreeViewHandle,
  type TreeViewProps,
} from './tree-view/tree-view.tsx';
export { type TreeViewItem } from './tree-view/visible-rows.ts';

export {
  type BytesAnswer,
  createApiClient,
  type ApiClient,
  type ApiClientOptions,
  type CallOptions,
  type QueryValues,
  type UploadOptions,
} from './api-client.ts';
export { ApiError } from './api-error.ts';
export { perform, performDownload, performUpload, type Given } from './perform-call.ts';

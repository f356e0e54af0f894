/** The page without layout that downloads a file of a worksheet, in the web application. */
export const ATTACHMENT_DOWNLOAD_PAGE = '/descarga/adjunto/:auditId/:attachmentId/';
/** The call that it makes. */
export const ATTACHMENT_FILE_PATH = '/proyecto/riesgo/auditoria/:auditId/adjuntos/:attachmentId/archivo/';

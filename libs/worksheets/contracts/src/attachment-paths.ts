/** Page of the web application, without layout, that downloads a file of a worksheet. */
export const ATTACHMENT_DOWNLOAD_PAGE = '/descarga/adjunto/:auditId/:attachmentId/';
/** The call made by that page. */
export const ATTACHMENT_FILE_PATH = '/proyecto/riesgo/auditoria/:auditId/adjuntos/:attachmentId/archivo/';

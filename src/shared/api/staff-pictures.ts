/**
 * POST of a picture's bytes as they are, whatever type the request names: what it is is told by its content. For staff of
 * the catalogue; up to 200 uploads an hour. 422 with the reason where it is no picture, 413 where it is too large.
 */
export const pictureUploadPath = '/api/staff/pictures/'
export const largestPictureBytes = 20 * 1024 * 1024

/** The picture as it is kept: the same bytes are the same picture. Its address is /dbpics/{id}.{type}. */
export type UploadedPicture = { status: 'success'; picture: number; picturetype: string }

export const unreadPages: readonly string[] = [
	`
	-- Pages whose bar codes are still to be read, because the document took too long when it was received.
	CREATE TABLE unread_page (
		document_id INTEGER NOT NULL REFERENCES document (id), page INTEGER NOT NULL,
		PRIMARY KEY (document_id, page)
	) STRICT, WITHOUT ROWID;
	`,
];

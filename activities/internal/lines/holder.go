package lines

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/lineholder"
)

// HolderNotices addresses one notice to each channel of all who hold a line.
func HolderNotices(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice) ([]contract.Notice, error) {
	return lineholder.Notices(ctx, q, lineID, notice)
}

// FormerNotices addresses one notice to each way that the owner of an ended line left with us.
func FormerNotices(ctx context.Context, q *store.Tx, lineID string, notice contract.Notice) ([]contract.Notice, error) {
	return lineholder.FormerNotices(ctx, q, lineID, notice)
}

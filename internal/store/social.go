package store

import "context"

// SocialUser is who an account of another provider belongs to; ErrNotFound when it is not linked.
func (q *Queries) SocialUser(ctx context.Context, provider, subject string) (User, error) {
	var id string
	err := q.prepared().row(ctx, "SELECT user_id FROM social_links WHERE provider = $1 AND subject = $2",
		provider, q.keys.Hash(provider+"\n"+subject)).Scan(&id)
	if err != nil {
		return User{}, translate("find social link", err)
	}
	return q.User(ctx, id)
}

// LinkSocial lets an account of another provider sign a user in. Doing it again changes nothing; an account of somebody
// else is ErrConflict.
func (q *Queries) LinkSocial(ctx context.Context, provider, subject, userID string) error {
	var owner string
	err := q.prepared().row(ctx, `
		INSERT INTO social_links AS l (provider, subject, user_id) VALUES ($1, $2, $3)
		ON CONFLICT (provider, subject) DO UPDATE SET user_id = l.user_id RETURNING user_id`,
		provider, q.keys.Hash(provider+"\n"+subject), userID).Scan(&owner)
	if err == nil && owner != userID {
		return ErrConflict
	}
	return translate("link social account", err)
}

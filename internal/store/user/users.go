package user

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/tx"
)

// Users stores the people who can sign in, and their choice of messages.
type Users struct{ *tx.Conn }

// User can sign in. A customer has a Mobile, the number of the main line.
type User struct {
	ID             string
	Email          string
	EmailConfirmed bool
	Mobile         string
	FirstName      string
	LastName       string
	FirstNameAr    string // in the registry's spelling; empty if it was never asked
	LastNameAr     string
	PasswordHash   string
	Roles          []string
}

type row struct {
	bun.BaseModel `bun:"table:users,alias:u"`

	ID               string    `bun:",pk"`
	Email            string    `bun:",nullzero"`
	EmailConfirmedAt time.Time `bun:",nullzero"`
	Mobile           string    `bun:",nullzero"`
	PasswordHash     string
	Roles            []string `bun:",array"`
	Personal         []byte   // userNames, encrypted
}

type linkRow struct {
	bun.BaseModel `bun:"table:social_links,alias:l"`

	Provider string
	Subject  []byte
	UserID   string
}

type preferencesRow struct {
	bun.BaseModel `bun:"table:communication_preferences,alias:c"`

	UserID string `bun:",pk"`
	Preferences
}

// userNames is the encrypted part of a user.
type userNames struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`

	FirstNameAr string `json:"firstNameAr,omitempty"`
	LastNameAr  string `json:"lastNameAr,omitempty"`
}

// Fields receives the columns of a user: id, e-mail, whether it is confirmed, mobile, password, roles, and the sealed names.
func Fields(user *User, sealed *[]byte) []any {
	return []any{&user.ID, &user.Email, &user.EmailConfirmed, &user.Mobile, &user.PasswordHash, pgdialect.Array(&user.Roles), sealed}
}

func userSealContext(id string) string { return "users/" + id }

// Named opens the names of a user.
func (q Users) Named(user User, sealed []byte) (User, error) {
	if sealed == nil {
		return user, nil
	}
	var names userNames
	err := q.Keys.OpenJSON(userSealContext(user.ID), sealed, &names)
	user.FirstName, user.LastName = names.FirstName, names.LastName
	user.FirstNameAr, user.LastNameAr = names.FirstNameAr, names.LastNameAr
	return user, err
}

// user returns the user of a row.
func (q Users) user(r row) (User, error) {
	return q.Named(User{
		ID: r.ID, Email: r.Email, EmailConfirmed: !r.EmailConfirmedAt.IsZero(), Mobile: r.Mobile, PasswordHash: r.PasswordHash, Roles: r.Roles,
	}, r.Personal)
}

func (q Users) find(ctx context.Context, condition, value string) (User, error) {
	var found row
	if err := q.DB.NewSelect().Model(&found).Where(condition, value).Scan(ctx); err != nil {
		return User{}, storeerrors.Translate("find user", err)
	}
	return q.user(found)
}

// ByMobile finds a user by the number of the main line.
func (q Users) ByMobile(ctx context.Context, mobile string) (User, error) {
	return q.find(ctx, "u.mobile = ?", mobile)
}

// Get finds a user by id.
func (q Users) Get(ctx context.Context, id string) (User, error) {
	return q.find(ctx, "u.id = ?", id)
}

// namesakes limits how many passwords one sign-in is compared with.
const namesakes = 3

// ByEmail returns the enabled users with an e-mail, in lower case: the one who confirmed it, or several who did not.
func (q Users) ByEmail(ctx context.Context, email string) ([]User, error) {
	users, err := q.list(ctx, "find users", func(all *bun.SelectQuery) *bun.SelectQuery {
		return all.Where("email = ?", email).Where("disabled_at IS NULL").OrderExpr("email_confirmed_at NULLS LAST, id").Limit(namesakes)
	})
	if len(users) > 0 && users[0].EmailConfirmed {
		users = users[:1]
	}
	return users, err
}

// OfLine returns the users with a line in their account, the main one first.
func (q Users) OfLine(ctx context.Context, lineID string) ([]User, error) {
	return q.list(ctx, "find holders", func(all *bun.SelectQuery) *bun.SelectQuery {
		return all.Join("JOIN subscriptions AS s ON s.user_id = u.id").Where("s.line_id = ?", lineID).Where("s.ended_at IS NULL").
			Order("s.is_main DESC", "s.created_at")
	})
}

// list reads the selected users.
func (q Users) list(ctx context.Context, doing string, selected func(all *bun.SelectQuery) *bun.SelectQuery) ([]User, error) {
	var rows []row
	if err := q.DB.NewSelect().Model(&rows).Apply(selected).Scan(ctx); err != nil {
		return nil, storeerrors.Translate(doing, err)
	}
	users := make([]User, len(rows))
	for i, r := range rows {
		var err error
		if users[i], err = q.user(r); err != nil {
			return nil, err
		}
	}
	return users, nil
}

// orEmpty returns an empty list for a column that cannot be null.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// ErrRegistered means that a number has a user already.
var ErrRegistered = errors.New("number is registered")

// Register creates a user with the main line lineID, or a member of staff without a line. A user without an ID gets one.
func (q Users) Register(ctx context.Context, user User, lineID string) (User, error) {
	user.ID = cmp.Or(user.ID, uuid.NewString())
	sealed, err := q.Keys.SealJSON(userSealContext(user.ID), userNames{user.FirstName, user.LastName, user.FirstNameAr, user.LastNameAr})
	if err != nil {
		return user, err
	}
	err = q.InTx(ctx, func(conn *tx.Conn) error {
		q := Users{conn}
		registered := row{
			ID: user.ID, Email: user.Email, Mobile: user.Mobile, PasswordHash: user.PasswordHash, Roles: orEmpty(user.Roles), Personal: sealed,
		}
		_, err := q.DB.NewInsert().Model(&registered).Value("email_confirmed_at", "CASE WHEN ? THEN now() END", user.EmailConfirmed).
			Returning("NULL").Exec(ctx)
		if err != nil || lineID == "" {
			return err
		}
		_, err = subaccount.Subscriptions(q).Insert(ctx, user.ID, subaccount.Subscription{LineID: lineID, Main: true})
		return err
	})
	if storeerrors.Violates(err, "users_mobile_key") {
		return user, ErrRegistered
	}
	return user, storeerrors.Translate("register", err)
}

// EmailTaken tells whether any user has this e-mail, in lower case.
func (q Users) EmailTaken(ctx context.Context, email string) (taken bool, err error) {
	taken, err = q.DB.NewSelect().Model((*row)(nil)).Where("email = ?", email).Exists(ctx)
	return taken, storeerrors.Translate("look for e-mail", err)
}

// SetPassword replaces a user's password and ends all sessions but the one to keep, which may be nil.
func (q Users) SetPassword(ctx context.Context, userID, hash string, keep []byte) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Users{conn}
		result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("password_hash = ?", hash).Where("id = ?", userID).Exec(ctx)
		if err := tx.RequireChange("set password", storeerrors.ErrNotFound, result, err); err != nil {
			return err
		}
		return q.EndSessions(ctx, userID, keep)
	})
}

// EndSessions ends all sessions of a user but the one to keep, which may be nil.
func (q Users) EndSessions(ctx context.Context, userID string, keep []byte) error {
	_, err := q.DB.NewDelete().Table("sessions").Where("user_id = ?", userID).Where("token_hash IS DISTINCT FROM ?", keep).Exec(ctx)
	return storeerrors.Translate("end sessions", err)
}

// BySocial returns the user of another provider's account; ErrNotFound when it is not linked.
func (q Users) BySocial(ctx context.Context, provider, subject string) (User, error) {
	var id string
	err := q.DB.NewSelect().Model((*linkRow)(nil)).Column("user_id").Where("provider = ?", provider).
		Where("subject = ?", q.Keys.Hash(provider+"\n"+subject)).Scan(ctx, &id)
	if err != nil {
		return User{}, storeerrors.Translate("find social link", err)
	}
	return q.Get(ctx, id)
}

// LinkSocial links another provider's account to a user for sign-in. A repeated call changes nothing; the account of another user
// is ErrConflict.
func (q Users) LinkSocial(ctx context.Context, provider, subject, userID string) error {
	link := linkRow{Provider: provider, Subject: q.Keys.Hash(provider + "\n" + subject), UserID: userID}
	_, err := q.DB.NewInsert().Model(&link).On("CONFLICT (provider, subject) DO UPDATE").Set("user_id = l.user_id").Returning("user_id").Exec(ctx)
	if err == nil && link.UserID != userID {
		return storeerrors.ErrConflict
	}
	return storeerrors.Translate("link social account", err)
}

// OrderHolder is the account of an order, with its choice of messages.
type OrderHolder struct {
	SMS            bool
	Email          bool
	ConfirmedEmail string
}

// ErrEmailTaken means that another user has confirmed the e-mail.
var ErrEmailTaken = errors.New("e-mail belongs to another user")

func emailSealContext(userID string) string { return "users/" + userID + "/email" }

// ProposeEmail stores the e-mail that a user wants. Nothing else changes until it is confirmed.
func (q Users) ProposeEmail(ctx context.Context, userID, email string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("email_proposed = ?", q.Keys.Seal(emailSealContext(userID), []byte(email))).
		Where("id = ?", userID).Exec(ctx)
	return storeerrors.Translate("propose e-mail", err)
}

// GetProposedEmail returns the proposed e-mail; ErrNotFound without one.
func (q Users) GetProposedEmail(ctx context.Context, userID string) (string, error) {
	var sealed []byte
	err := q.DB.NewSelect().Model((*row)(nil)).Column("email_proposed").Where("id = ?", userID).Where("email_proposed IS NOT NULL").Scan(ctx, &sealed)
	if err != nil {
		return "", storeerrors.Translate("read proposed e-mail", err)
	}
	email, err := q.Keys.Open(emailSealContext(userID), sealed)
	if err != nil {
		return "", fmt.Errorf("read proposed e-mail: %w", err)
	}
	return string(email), nil
}

// ConfirmEmail gives an e-mail to one user: others who did not confirm it lose it. Subscriptions with an earlier confirmed e-mail
// are cancelled. ErrEmailTaken means that another user has confirmed it.
func (q Users) ConfirmEmail(ctx context.Context, userID, email string) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := Users{conn}
		_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("email = NULL").Where("email = ?", email).Where("id <> ?", userID).
			Where("email_confirmed_at IS NULL").Where("mobile IS NOT NULL").Exec(ctx)
		if err != nil {
			return err
		}
		earlier := q.DB.NewSelect().Model((*row)(nil)).ColumnExpr("1").Where("id = ?", userID).Where("email <> ?", email).
			Where("email_confirmed_at IS NOT NULL")
		_, err = q.DB.NewUpdate().Model((*preferencesRow)(nil)).Set("promotions = false").Set("updated_at = now()").
			Where("user_id = ?", userID).Where("EXISTS (?)", earlier).Exec(ctx)
		if err != nil {
			return err
		}
		_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("email = ?", email).Set("email_confirmed_at = now()").Set("email_proposed = NULL").
			Where("id = ?", userID).Exec(ctx)
		return err
	})
	if storeerrors.Violates(err, "users_confirmed_email") {
		return ErrEmailTaken
	}
	return storeerrors.Translate("confirm e-mail", err)
}

// EmailConfirmedByOther tells whether another user has confirmed the e-mail.
func (q Users) EmailConfirmedByOther(ctx context.Context, userID, email string) (other bool, err error) {
	other, err = q.DB.NewSelect().Model((*row)(nil)).Where("email = ?", email).Where("id <> ?", userID).
		Where("email_confirmed_at IS NOT NULL").Exists(ctx)
	return other, storeerrors.Translate("look for e-mail", err)
}

// Preferences are a user's choice of messages.
type Preferences struct {
	Language   string // one of the communication languages; empty while the user has not chosen
	SMS        bool
	Email      bool
	Promotions bool
}

// Preferences reads a user's choice. The default is every channel, but no promotions.
func (q Users) Preferences(ctx context.Context, userID string) (Preferences, error) {
	var found preferencesRow
	err := q.DB.NewSelect().Model(&found).Where("user_id = ?", userID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return Preferences{SMS: true, Email: true}, nil
	}
	return found.Preferences, storeerrors.Translate("read preferences", err)
}

// SetPreferences stores a user's choice.
func (q Users) SetPreferences(ctx context.Context, userID string, p Preferences) error {
	_, err := q.DB.NewInsert().Model(&preferencesRow{UserID: userID, Preferences: p}).On("CONFLICT (user_id) DO UPDATE").
		Set("language = EXCLUDED.language").Set("sms = EXCLUDED.sms").Set("email = EXCLUDED.email").
		Set("promotions = EXCLUDED.promotions").Set("updated_at = now()").Exec(ctx)
	return storeerrors.Translate("set preferences", err)
}

// SetPromotions stores whether a user wants promotions, and tells whether that is a change.
func (q Users) SetPromotions(ctx context.Context, userID string, wanted bool) (changed bool, err error) {
	result, err := q.DB.NewUpdate().Model((*preferencesRow)(nil)).Set("promotions = ?", wanted).Set("updated_at = now()").
		Where("user_id = ?", userID).Where("promotions <> ?", wanted).Exec(ctx)
	count, err := tx.Changed(result, err)
	return count > 0, storeerrors.Translate("set promotions", err)
}

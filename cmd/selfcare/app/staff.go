package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/credential"
	"selfcare/internal/domain/typed"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/password"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/staff"
	userstore "selfcare/internal/store/user"
)

// NewMember is a new staff member.
type NewMember struct {
	Email, FirstName, LastName string
	Roles                      []string
	Password                   io.Reader // its first line
}

// AddStaff creates the user of a new staff member; the password is read and never shown.
func AddStaff(ctx context.Context, cfg config.Config, log *slog.Logger, m NewMember) error {
	email := readEmail(m.Email)
	if !typed.IsEmail(email) {
		return fmt.Errorf("%s is not an e-mail", m.Email)
	}
	hash, err := firstPassword(m.Password)
	if err != nil {
		return err
	}
	return withStore(ctx, cfg, log, func(s *store.Store) error {
		return s.InTx(ctx, func(q *store.Tx) error {
			if taken, err := q.Users.EmailTaken(ctx, email); err != nil || taken {
				return errors.Join(err, errors.New("another person has this e-mail already"))
			}
			user, err := q.Users.Register(ctx, userstore.User{
				Email: email, EmailConfirmed: true, FirstName: m.FirstName, LastName: m.LastName, PasswordHash: hash, Roles: m.Roles,
			}, "")
			if err != nil {
				return err
			}
			return q.Audit.Write(ctx, staffEntry("staff-added", user.ID, map[string]string{"role": strings.Join(m.Roles, " ")}))
		})
	})
}

// firstPassword is the hash of a password that is typed or piped in: other users of the machine could read it on a
// command line.
func firstPassword(from io.Reader) (string, error) {
	line, err := bufio.NewReader(from).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	chosen := strings.TrimRight(line, "\r\n")
	if refused := credential.CheckStaffPassword(chosen); refused != "" {
		return "", errors.New(texts.Text("en", refused, nil))
	}
	return password.Hash(chosen), nil
}

// readEmail reads a typed address as the sign-in does.
func readEmail(address string) string { return strings.ToLower(typed.Email(address)) }

// DisableStaff locks a staff member out, from this moment on.
func DisableStaff(ctx context.Context, cfg config.Config, log *slog.Logger, email string) error {
	return changeStaff(ctx, cfg, log, email, "staff-disabled", func(q *store.Tx, m staff.Member) error { return q.Staff.Disable(ctx, m) })
}

// EnableStaff lets a staff member in again.
func EnableStaff(ctx context.Context, cfg config.Config, log *slog.Logger, email string) error {
	return changeStaff(ctx, cfg, log, email, "staff-enabled", func(q *store.Tx, m staff.Member) error { return q.Staff.Enable(ctx, m) })
}

// ResetSecondFactor deletes the second factor of a staff member, and signs them out.
func ResetSecondFactor(ctx context.Context, cfg config.Config, log *slog.Logger, email string) error {
	err := changeStaff(ctx, cfg, log, email, "second-factor-reset", func(q *store.Tx, m staff.Member) error { return q.SecondFactors.Reset(ctx, m.ID) })
	if errors.Is(err, storeerrors.ErrNotFound) {
		return errors.New("there is no second factor to reset: the next sign-in sets one up")
	}
	return err
}

// changeStaff makes a change to a staff member and audits it.
func changeStaff(ctx context.Context, cfg config.Config, log *slog.Logger, email, action string, change func(*store.Tx, staff.Member) error) error {
	return withStore(ctx, cfg, log, func(s *store.Store) error {
		return s.InTx(ctx, func(q *store.Tx) error {
			m, err := q.Staff.Find(ctx, readEmail(email))
			if err != nil {
				return err
			}
			if err := change(q, m); err != nil {
				return err
			}
			return q.Audit.Write(ctx, staffEntry(action, m.ID, nil))
		})
	})
}

func staffEntry(action, id string, more map[string]string) audit.Record {
	details := map[string]string{"id": id}
	for key, value := range more {
		details[key] = value
	}
	return audit.Record{Area: audit.Account, Actor: "operator", Action: action, Details: details}
}

// ListStaff writes a line for every present and former staff member.
func ListStaff(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer) error {
	return withStore(ctx, cfg, log, func(s *store.Store) error {
		all, err := s.Staff.All(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "E-MAIL\tROLES\tSECOND FACTOR\tSEEN\tSTATE")
		for _, m := range all {
			factor, state := "none yet", "works"
			if m.SecondFactor {
				factor = "set up"
			}
			if !m.DisabledAt.IsZero() {
				state = "disabled " + minute(m.DisabledAt)
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", m.Email, strings.Join(m.Roles, " "), factor, minute(m.SeenAt), state)
		}
		return table.Flush()
	})
}

func minute(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	return at.In(calendar.Riyadh).Format("2006-01-02 15:04")
}

func withStore(ctx context.Context, cfg config.Config, log *slog.Logger, do func(*store.Store) error) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	return do(p.store)
}

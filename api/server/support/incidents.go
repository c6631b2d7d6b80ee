package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/incident"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/catalogue"
	storeerrors "selfcare/internal/store/errors"
)

// IncidentHandlers manage incidents that delay many orders.
type IncidentHandlers struct {
	*middleware.Core
	Incidents incidentStore
	Entries   auditedChanges
	Cities    cityFinder
}

type incidentStore interface {
	Get(ctx context.Context, id string) (incident.Incident, error)
	Page(ctx context.Context, page, perPage int) (found []incident.Incident, more bool, err error)
}

type auditedChanges interface {
	Change(ctx context.Context, e audit.Record, change func(tx *store.Tx) error) error
}

type cityFinder interface {
	City(ctx context.Context, key string) (catalogue.City, error)
}

const incidentsPerPage = 25

// OpenIncident opens an incident. Its id derives from the idempotency key: a repeat is the same one.
func (s *IncidentHandlers) OpenIncident(ctx context.Context, req gen.OpenIncidentRequestObject) (gen.OpenIncidentResponseObject, error) {
	current, body := middleware.RequestOf(ctx), req.Body
	opened := incident.Incident{
		ID:      uuid.NewSHA1(uuid.NameSpaceURL, []byte("incident:"+current.User.ID+":"+current.Key)).String(),
		Partner: string(optional.Value(body.Partner)), City: optional.Value(body.City),
		From: cmp.Or(optional.Value(body.From), s.Now()), Until: body.Until,
		TextEn: body.TextEn, TextAr: body.TextAr, OpenedBy: current.User.ID,
	}
	if err := opened.Validate(s.Now()); err != nil {
		return nil, err
	}
	if err := s.findCity(ctx, opened.City); err != nil {
		return nil, err
	}
	shown, err := s.change(ctx, opened.ID, "incident-opened", opened.ID, func(tx *store.Tx) error { return tx.Incidents.Open(ctx, opened) })
	return gen.OpenIncident201JSONResponse{Data: shown}, err
}

func (s *IncidentHandlers) findCity(ctx context.Context, city string) error {
	if city == "" {
		return nil
	}
	_, err := s.Cities.City(ctx, city)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.RefuseField("city", contract.FailCityUnknown)
	}
	return err
}

// ListIncidents returns one page of incidents.
func (s *IncidentHandlers) ListIncidents(ctx context.Context, req gen.ListIncidentsRequestObject) (gen.ListIncidentsResponseObject, error) {
	found, more, err := s.Incidents.Page(ctx, cmp.Or(optional.Value(req.Params.Page), 1), incidentsPerPage)
	if err != nil {
		return nil, fmt.Errorf("read incidents: %w", err)
	}
	items := make([]gen.Incident, len(found))
	for i, one := range found {
		items[i] = incidentView(one)
	}
	return gen.ListIncidents200JSONResponse{Items: items, More: more}, nil
}

// ChangeIncident changes the expected end and the texts.
func (s *IncidentHandlers) ChangeIncident(ctx context.Context, req gen.ChangeIncidentRequestObject) (gen.ChangeIncidentResponseObject, error) {
	known, err := s.Incidents.Get(ctx, req.IncidentId)
	if err != nil {
		return nil, err
	}
	known.Until, known.TextEn, known.TextAr = req.Body.Until, req.Body.TextEn, req.Body.TextAr
	if err := known.Validate(s.Now()); err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	shown, err := s.change(ctx, known.ID, "incident-changed", current.User.ID+":"+current.Key, func(tx *store.Tx) error {
		return tx.Incidents.Change(ctx, known.ID, known.Until, known.TextEn, known.TextAr)
	})
	return gen.ChangeIncident200JSONResponse{Data: shown}, err
}

// EndIncident ends an incident and has the customers told.
func (s *IncidentHandlers) EndIncident(ctx context.Context, req gen.EndIncidentRequestObject) (gen.EndIncidentResponseObject, error) {
	by := middleware.RequestOf(ctx).User.ID
	shown, err := s.change(ctx, req.IncidentId, "incident-ended", req.IncidentId, func(tx *store.Tx) error {
		return tx.Incidents.End(ctx, req.IncidentId, by, s.Now())
	})
	return gen.EndIncident200JSONResponse{Data: shown}, err
}

// change makes a change with its audit entry; the idempotency key makes it one.
func (s *IncidentHandlers) change(ctx context.Context, id, action, key string, change func(tx *store.Tx) error) (gen.Incident, error) {
	entry := audit.Record{
		Key: action + ":" + key, Actor: middleware.RequestOf(ctx).User.ID, Action: action, Details: map[string]string{"incident": id},
	}
	if err := s.Entries.Change(ctx, entry, change); err != nil {
		return gen.Incident{}, err
	}
	changed, err := s.Incidents.Get(ctx, id)
	return incidentView(changed), err
}

func incidentView(i incident.Incident) gen.Incident {
	view := gen.Incident{
		Id: i.ID, City: optional.Text(i.City), From: i.From.UTC(), Until: i.Until.UTC(), TextEn: i.TextEn, TextAr: i.TextAr,
		OpenedBy: i.OpenedBy, OpenedByName: i.Opener, EndedAt: optional.Time(i.EndedAt), EndedBy: optional.Text(i.EndedBy),
		EndedByName: optional.Text(i.Ender), Orders: i.Orders,
	}
	if i.Partner != "" {
		partner := gen.IncidentPartner(i.Partner)
		view.Partner = &partner
	}
	return view
}

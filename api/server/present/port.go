package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/port"
)

func (v Presenter) port(view *gen.Order, p contract.Port) {
	shown := optional.Part(&view.Port)
	shown.Operator, shown.OperatorName = p.Operator, v.Localized(p.OperatorAr, p.OperatorEn)
	shown.Msisdn, shown.Window, shown.Status = p.MSISDN, p.Window, gen.OrderPortStatus(p.Status)
	shown.TriesLeft, shown.Escalated = max(0, v.settings.Port.Tries-p.Tries), p.Escalated
	shown.ExpectedAt, shown.CutOverAt = optional.Time(p.ExpectedAt), optional.Time(p.CutOverAt)
	open := port.ValidateWindowChoice(p) == nil
	shown.WindowOpen = &open
	if p.Rejection != "" {
		said := optional.Part(&shown.Rejection)
		said.Code, said.Message = string(p.Rejection), texts.Text(v.language, p.Rejection, nil)
		said.Editable = []gen.OrderPortRejectionEditable{}
		for _, field := range port.Editable(p.Rejection) {
			said.Editable = append(said.Editable, gen.OrderPortRejectionEditable(field))
		}
	}
	if len(p.Hints) > 0 {
		list := optional.Part(&shown.Hints)
		for _, hint := range p.Hints {
			*list = append(*list, struct {
				Code    string `json:"code"`
				Message string `json:"message"`
			}{string(hint), texts.Text(v.language, hint, nil)})
		}
	}
}
